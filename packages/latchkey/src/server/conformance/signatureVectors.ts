/** What the scripts that make vectors of sign-in share: the texts that are signed, and how the file is written. */
import { writeFileSync } from 'node:fs'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { formatSignInMessage } from '../../contract/signInMessage.ts'

/** Statements of the texts: none, a short one, and one that is longer than a block of the hashes. */
export const statements = [undefined, 'Sign in to the shop.', 'x'.repeat(300)]

/** A text to sign, always the same for the same account. */
export function vectorText(
  chainId: CaipNetworkId,
  accountAddress: string,
  statement: string | undefined,
): string {
  return formatSignInMessage({
    domain: 'shop.example',
    accountAddress,
    ...(statement !== undefined && { statement }),
    uri: 'https://shop.example/login',
    version: '1',
    chainId,
    nonce: 'n0nceN0nceN0nceN0nceN0nce',
    issuedAt: '2026-11-28T12:00:00.000Z',
  })
}

/** Writes a file of vectors beside this one. */
export function writeVectors(
  file: string,
  content: { readonly signedBy: string; readonly signatures: readonly object[] },
): void {
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
}
