import type { Frame } from '../../frame.ts'
import type { Login } from '../../login/createLogin.ts'
import type { Words } from '../../login/screens/loginWords.ts'
import type { Facts } from '../readFacts.ts'
import type { SettingsText } from '../settingsTexts.ts'

export type PageName =
  | 'home'
  | 'waiting'
  | 'methods'
  | 'recovery'
  | 'devices'
  | 'passkeys'
  | 'delegation'
  | 'permissions'
  | 'export'
  | 'everywhere'
  | 'delete'

/** What a page of the settings is given. */
export interface PageProps {
  readonly frame: Frame
  readonly login: Login
  readonly facts: Facts
  readonly t: Words<SettingsText>
  /** A day, in the visitor's language. */
  readonly day: (time: string) => string
  /** A day and the time of it. */
  readonly moment: (time: string) => string
  /** Does it, after its visitor has shown that it is still them where the services want that. */
  sure<T>(work: () => Promise<T>): Promise<T>
  /** Asks its visitor to show that it is still them; answers whether they did. */
  prove(): Promise<boolean>
  /** Reads the facts anew. */
  reload(): Promise<void>
  go(page: PageName): void
  /** Where the visitor came from. */
  back(): void
}
