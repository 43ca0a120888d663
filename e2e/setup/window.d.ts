import type { Latchkey } from 'latchkey'
import type { Lab } from '../hosts/lab/main.tsx'
import type { WagmiLab } from './WagmiPage.ts'

declare global {
  interface Window {
    /** The playground puts its handle here. */
    latchkey?: Latchkey
    /** The host page `lab` puts the library here. */
    lab?: Lab
    /** Undoes the page's setup. */
    unmake?: () => void
    /** The pages of wagmi 2 and 3. */
    wagmiLab?: WagmiLab
    /** The gallery of the playground. */
    gallery?: {
      readonly states: readonly { readonly id: string; readonly view: string; readonly title: string }[]
      show(id: string): Promise<void>
    }
  }
}
