/** Why the frame could not be asked. */
interface SettingsFault {
  /** Of the catalogue, or of the services. */
  readonly code: string
  readonly message: string
}

/** How far the wallet's settings are, which the frame draws. */
export type SettingsState =
  | { readonly at: 'asked' }
  /** The visitor is through with them. One who logged out or deleted the account in there has none left: the frame tells that. */
  | { readonly at: 'done' }
  /** The frame could not be asked. */
  | { readonly at: 'failed'; readonly fault: SettingsFault }
  | { readonly at: 'left' }

export type SettingsEvent =
  | { readonly type: 'begun' }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly fault: SettingsFault }
  | { readonly type: 'left' }

export function settingsTransition(state: SettingsState, event: SettingsEvent): SettingsState {
  switch (event.type) {
    case 'begun':
      return { at: 'asked' }
    case 'done':
      return state.at === 'asked' ? { at: 'done' } : state
    // A visitor who left sees no failure.
    case 'failed':
      return state.at === 'asked' ? { at: 'failed', fault: event.fault } : state
    case 'left':
      return { at: 'left' }
  }
}
