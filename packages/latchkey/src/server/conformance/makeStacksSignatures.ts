/**
 * Writes `stacksSignatures.json`: sign-in texts signed by `@stacks/transactions`, which wallets of Stacks sign with. Run
 * `node --conditions=@latchkey/source packages/latchkey/src/server/conformance/makeStacksSignatures.ts`.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { hashMessage } from '@stacks/encryption'
import {
  getAddressFromPrivateKey,
  privateKeyToPublic,
  publicKeyToHex,
  signMessageHashRsv,
} from '@stacks/transactions'
import { statements, vectorText, writeVectors } from './signatureVectors.ts'

const networks = [
  { chainId: 'stacks:1', network: 'mainnet' },
  { chainId: 'stacks:2147483648', network: 'testnet' },
] as const

const signatures = [1, 2, 3, 4].flatMap(seed =>
  networks.flatMap(({ chainId, network }) =>
    statements.map(statement => {
      // The last byte says that the key is a compressed one.
      const privateKey = `${seed.toString(16).padStart(64, '0')}01`
      const address = getAddressFromPrivateKey(privateKey, network)
      const message = vectorText(chainId, address, statement)
      const publicKey = publicKeyToHex(privateKeyToPublic(privateKey))
      const signature = signMessageHashRsv({ messageHash: bytesToHex(hashMessage(message)), privateKey })
      return { chainId, address, publicKey, message, signature }
    }),
  ),
)

writeVectors('stacksSignatures.json', { signedBy: '@stacks/transactions 7.6.0', signatures })
