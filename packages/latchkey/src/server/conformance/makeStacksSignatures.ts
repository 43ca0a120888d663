/**
 * Writes `stacksSignatures.json`: sign-in texts signed by `@stacks/transactions`, which wallets of Stacks sign with. Run
 * `node --conditions=@latchkey/source packages/latchkey/src/server/conformance/makeStacksSignatures.ts`.
 */
import { writeFileSync } from 'node:fs'
import { bytesToHex } from '@noble/hashes/utils.js'
import { hashMessage } from '@stacks/encryption'
import {
  getAddressFromPrivateKey,
  privateKeyToPublic,
  publicKeyToHex,
  signMessageHashRsv,
} from '@stacks/transactions'
import { formatSignInMessage } from '../../contract/signInMessage.ts'

const networks = [
  { chainId: 'stacks:1', network: 'mainnet' },
  { chainId: 'stacks:2147483648', network: 'testnet' },
] as const
const statements = [undefined, 'Sign in to the shop.', 'x'.repeat(300)]

const signatures = [1, 2, 3, 4].flatMap(seed =>
  networks.flatMap(({ chainId, network }) =>
    statements.map(statement => {
      // The last byte says that the key is a compressed one.
      const privateKey = `${seed.toString(16).padStart(64, '0')}01`
      const address = getAddressFromPrivateKey(privateKey, network)
      const message = formatSignInMessage({
        domain: 'shop.example',
        accountAddress: address,
        ...(statement !== undefined && { statement }),
        uri: 'https://shop.example/login',
        version: '1',
        chainId,
        nonce: 'n0nceN0nceN0nceN0nceN0nce',
        issuedAt: '2026-11-28T12:00:00.000Z',
      })
      const publicKey = publicKeyToHex(privateKeyToPublic(privateKey))
      const signature = signMessageHashRsv({ messageHash: bytesToHex(hashMessage(message)), privateKey })
      return { chainId, address, publicKey, message, signature }
    }),
  ),
)

writeFileSync(
  new URL('stacksSignatures.json', import.meta.url),
  `${JSON.stringify({ signedBy: '@stacks/transactions 7.6.0', signatures }, null, 2)}\n`,
)
