import { useTexts } from '../shell/useTexts.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'

/**
 * Explains that logging out ends every connection of the wallet, and that this browser stores its key share for the
 * next login.
 */
export function LogOutWords() {
  return useTexts(ownWalletTexts)('own.logOut')
}
