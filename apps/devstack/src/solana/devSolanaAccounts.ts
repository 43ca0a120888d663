import { createHash, createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'
import { devMnemonic } from '../chains/devAccounts.ts'

/** An account of Dogwood with its key: 32 bytes of ed25519. */
export interface DevSolanaAccount {
  readonly address: Address
  readonly privateKey: Uint8Array
}

/**
 * The accounts of the development mnemonic at m/44'/501'/n'/0', as Phantom and others derive them. They are as public as
 * the mnemonic: anyone can take what they hold on another cluster.
 */
export const devSolanaAccounts: readonly DevSolanaAccount[] = deriveAccounts(10)

/** The last account makes the tokens and fills the faucet. */
export const solanaOperator = devSolanaAccounts[9] as DevSolanaAccount

/** The account of a name, the same at every start; not of the mnemonic. */
export function accountOfName(name: string): DevSolanaAccount {
  return toAccount(createHash('sha256').update(`Latchkey Dogwood ${name}`).digest())
}

function deriveAccounts(count: number): DevSolanaAccount[] {
  const seed = pbkdf2Sync(devMnemonic, 'mnemonic', 2048, 64, 'sha512')
  return Array.from({ length: count }, (_, index) => toAccount(deriveKey(seed, [44, 501, index, 0])))
}

/** SLIP-10 for ed25519, which has hardened steps alone. */
function deriveKey(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(step + 0x8000_0000, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return new Uint8Array(node.subarray(0, 32))
}

function toAccount(privateKey: Uint8Array): DevSolanaAccount {
  // PKCS #8 of an ed25519 key (RFC 8410): this header, then the key.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), privateKey])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { address: getAddressDecoder().decode(spki.subarray(-32)), privateKey: new Uint8Array(privateKey) }
}
