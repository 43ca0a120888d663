/** How far the wallet's settings are, which the frame draws. */
export type SettingsState =
  | { readonly at: 'asked' }
  /** The frame could not be asked. */
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'left' }

export type SettingsEvent =
  | { readonly type: 'begun' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'left' }

export function settingsTransition(state: SettingsState, event: SettingsEvent): SettingsState {
  switch (event.type) {
    case 'begun':
      return { at: 'asked' }
    // Whoever left is told nothing.
    case 'failed':
      return state.at === 'asked' ? { at: 'failed', message: event.message } : state
    case 'left':
      return { at: 'left' }
  }
}
