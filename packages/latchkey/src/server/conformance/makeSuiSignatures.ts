/**
 * Writes `suiSignatures.json`: sign-in texts signed by `@mysten/sui`, which wallets of Sui sign with. Run
 * `node --conditions=@latchkey/source packages/latchkey/src/server/conformance/makeSuiSignatures.ts`.
 */
import type { Signer } from '@mysten/sui/cryptography'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { MultiSigPublicKey } from '@mysten/sui/multisig'
import { statements, vectorText, writeVectors } from './signatureVectors.ts'

const seed = (byte: number) => new Uint8Array(32).fill(byte)
const ed25519 = Ed25519Keypair.fromSecretKey(seed(1))
const secp256k1 = Secp256k1Keypair.fromSecretKey(seed(2))
const secp256r1 = Secp256r1Keypair.fromSecretKey(seed(3))
const multisig = MultiSigPublicKey.fromPublicKeys({
  threshold: 2,
  publicKeys: [ed25519, secp256k1, secp256r1].map(pair => ({ publicKey: pair.getPublicKey(), weight: 1 })),
})
/** Its types take one signer alone. */
const signerOf = (...pairs: readonly Signer[]) => multisig.getSigner(...(pairs as [Signer]))
const signers = [
  { scheme: 'ed25519', signer: ed25519 },
  { scheme: 'secp256k1', signer: secp256k1 },
  { scheme: 'secp256r1', signer: secp256r1 },
  { scheme: 'multisig of the first two', signer: signerOf(ed25519, secp256k1) },
  { scheme: 'multisig of the last two', signer: signerOf(secp256k1, secp256r1) },
] as const
const chainIds = ['sui:mainnet', 'sui:testnet', 'sui:mainnet'] as const

const signatures = []
for (const { scheme, signer } of signers)
  for (const [at, chainId] of chainIds.entries()) {
    const address = signer.toSuiAddress()
    const message = vectorText(chainId, address, statements[at])
    const { signature } = await signer.signPersonalMessage(new TextEncoder().encode(message))
    signatures.push({ scheme, chainId, address, message, signature })
  }

writeVectors('suiSignatures.json', { signedBy: '@mysten/sui 2.33.1', signatures })
