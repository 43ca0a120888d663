import type { Login } from '../createLogin.ts'
import type { LoginWords } from './loginWords.ts'

/** What a visitor has to know of a browser that does not keep their wallet for good, when they make it or bring it there. */
export function memoryNotes(
  { memory, passkeys }: Pick<Login, 'memory' | 'passkeys'>,
  t: LoginWords,
  hasPasskey: boolean,
): readonly string[] {
  if (memory === 'lasting') return []
  const until = t(memory === 'run' ? 'login.untilQuit' : 'login.untilClosed')
  return hasPasskey || !passkeys.isSupported ? [until] : [until, t('login.untilPasskey')]
}
