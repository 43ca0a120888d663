import type { Latchkey } from 'latchkey'

declare global {
  interface Window {
    /** The playground puts its handle here. */
    latchkey?: Latchkey
  }
}
