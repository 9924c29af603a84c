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
import { LanguageProvider, type Loaded, loadStoredLanguage } from './core/texts/language.tsx';
import { cssVariables, theme } from './core/theme.ts';
import { createConsoleRouter } from './router.tsx';

// Dialogs add a style that keeps the page behind them from scrolling.
setNonce(installation.styleNonce);

reloadAfterUpgrades();

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);
const colorSchemes = localStorageColorSchemeManager({ key: 'stellwerk.theme' });

const place = document.getElementById('console')!;
// Not awaited here: files of the build import this one, and would wait for it while it waits for them.
loadStoredLanguage().then(show, () => {
  place.textContent =
    'Die Anwendung konnte nicht geladen werden. Laden Sie die Seite neu. – The application could not be loaded. Reload the page.';
});

function show(language: Loaded): void {
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={() => installation.styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <LanguageProvider initial={language}>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
