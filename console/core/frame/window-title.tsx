import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

type SetTitle = (title: string | undefined) => void;
const TitleContext = createContext<SetTitle>(() => {});

/** The title of the window: of the screen, unless the page has named its record. */
export function WindowTitle({ screen, children }: { screen: string; children: ReactNode }) {
  const [title, setTitle] = useState<string>();
  const shown = title ?? screen;
  useEffect(() => {
    document.title = `${shown} – Stellwerk`;
  }, [shown]);
  return <TitleContext value={setTitle}>{children}</TitleContext>;
}

/**
 * Names the record of a page, once it is loaded, in the title of the window. Browsers keep titles in their history and pass them to other devices, so it
 * must not be the name of a candidate.
 */
export function useWindowTitle(title: string | undefined): void {
  const setTitle = useContext(TitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title, setTitle]);
}
