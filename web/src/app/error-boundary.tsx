import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { words } from './words.ts';

type Props = {
  /** Another key clears the error, as when one goes to another page. */
  resetKey: string;
  children: ReactNode;
};
type State = { error: unknown; resetKey: string };

/** A screen that breaks says so in its place and can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Unknown') };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const notLoaded = isLoadFailure(error);
    return (
      <main>
        <ErrorState
          page
          heading="h1"
          title={words.failedTitle}
          text={notLoaded ? words.loadFailedText : words.failedText}
          retryText={words.tryAgain}
          // A part of the program that did not arrive is asked for again only by a new page.
          onRetry={() => (notLoaded ? location.reload() : this.setState({ error: undefined }))}
        />
      </main>
    );
  }
}

/** The browsers' words for a part of the program that could not be fetched. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|Importing a module|preload CSS/i.test(error.message)
  );
}
