import { Component, type ReactNode } from 'react';
import { pageAt } from '../pages.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { load } from './screens.ts';
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

  /** Fetches again what was lost on the way. What a release has replaced needs a reload. */
  retry = () =>
    void load(pageAt(location.pathname)).then(
      () => this.setState({ error: undefined }),
      () => navigator.onLine && location.reload(),
    );

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
          onRetry={this.retry}
        />
      </main>
    );
  }
}

/** Returns whether the error is a browser's message for a chunk that could not be fetched. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /imported module|module script/i.test(error.message);
}
