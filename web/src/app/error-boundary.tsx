import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { words } from './words.ts';

type Props = {
  /** A new key clears the error, for example after a navigation. */
  resetKey: string;
  children: ReactNode;
};
type State = { error: unknown; resetKey: string };

/** Catches errors of the screen inside it, shows a message in its place and offers to retry. */
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
    const offline = notLoaded && !navigator.onLine;
    return (
      // `failed-parts.ts` loads it once there is a network again.
      <main data-offline={offline}>
        <ErrorState
          page
          heading="h1"
          title={offline ? words.noNetwork : words.failedTitle}
          text={notLoaded ? words.checkNetwork : words.failedText}
          // A chunk that failed to load is only fetched again after a reload, which would lose the app without a network.
          onRetry={() => (notLoaded && !offline ? location.reload() : this.setState({ error: undefined }))}
        />
      </main>
    );
  }
}

/** Returns whether the error is a browser's message for a chunk that could not be fetched. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /imported module|module script/i.test(error.message);
}
