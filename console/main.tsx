import '@mantine/core/styles.css';
import './shared/base.css';
import './core/base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { installation } from './core/installation.ts';
import { reloadAfterUpgrades } from './core/missing-parts.ts';
import { createQueryClient } from './core/query-client.ts';
import { cssVariables, theme } from './core/theme.ts';
import { createConsoleRouter } from './router.tsx';

// Dialogs add a style that keeps the page behind them from scrolling.
setNonce(installation.styleNonce);

reloadAfterUpgrades();

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);
const colorSchemes = localStorageColorSchemeManager({ key: 'stellwerk.theme' });

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => installation.styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
