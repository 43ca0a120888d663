import { useTexts } from '../shell/useTexts.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'

/** What ends the login, and with it every connection of the wallet; this browser keeps its half of the key for the next one. */
export function LogOutWords() {
  return useTexts(ownWalletTexts)('own.logOut')
}
