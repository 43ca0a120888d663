import { fieldOf, itemsOf } from '../foreign/readForeign.ts'

/** Whether a value is a wallet over the relay: it says what its session grants. */
export function isPaired(provider: unknown): boolean {
  return (
    itemsOf(fieldOf(provider, 'methods'), 1) !== undefined &&
    itemsOf(fieldOf(provider, 'chains'), 1) !== undefined
  )
}
