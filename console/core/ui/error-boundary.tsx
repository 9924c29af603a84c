import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Notice, Reference } from './states.tsx';

/** Catches an error of the page below it, and keeps the frame around it usable. */
export class ErrorBoundary extends Component<
  { children: ReactNode },
  { error: unknown; hasFailed: boolean }
> {
  override state = { error: undefined as unknown, hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Broken error={this.state.error} /> : this.props.children;
  }
}

export function Broken({ error }: { error: unknown }) {
  const texts = useTexts();
  return (
    <div role="alert">
      <Notice isPage title={texts.states.broken}>
        <p>{texts.states.brokenLead}</p>
        <Reference error={error} />
        <Button onClick={() => location.reload()}>{texts.states.reload}</Button>
      </Notice>
    </div>
  );
}
