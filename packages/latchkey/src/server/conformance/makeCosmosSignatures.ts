/**
 * Writes `cosmosSignatures.json`: sign-in texts as ADR-36 documents, signed by `@cosmjs/amino`, and for chains with Ethereum's keys by
 * viem over the bytes that `@cosmjs/amino` writes. Run
 * `node --conditions=@latchkey/source packages/latchkey/src/server/conformance/makeCosmosSignatures.ts`.
 */
import { makeSignDoc, Secp256k1Wallet, type StdSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { fromHex, toBase64, toBech32, toUtf8 } from '@cosmjs/encoding'
import { hexToBytes, keccak256, toHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { statements, vectorText, writeVectors } from './signatureVectors.ts'

const networks = [
  { chainId: 'cosmos:cosmoshub-4', prefix: 'cosmos' },
  { chainId: 'cosmos:osmosis-1', prefix: 'osmo' },
  { chainId: 'cosmos:injective-1', prefix: 'inj', keys: 'ethsecp256k1' },
] as const

type Network = (typeof networks)[number]

function documentOf(signer: string, text: string): StdSignDoc {
  const data = toBase64(toUtf8(text))
  const message = { type: 'sign/MsgSignData', value: { signer, data } }
  return makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0)
}

async function signerOf(network: Network, privateKey: `0x${string}`) {
  const { prefix } = network
  const wallet = await Secp256k1Wallet.fromKey(fromHex(privateKey.slice(2)), prefix)
  const [own] = await wallet.getAccounts()
  if (!own) throw new Error('A key has an account')
  const publicKey = toBase64(own.pubkey)
  if (!('keys' in network)) {
    return {
      address: own.address,
      publicKey,
      sign: async (text: string) =>
        (await wallet.signAmino(own.address, documentOf(own.address, text))).signature.signature,
    }
  }
  const address = toBech32(prefix, hexToBytes(privateKeyToAccount(privateKey).address))
  return {
    address,
    publicKey,
    async sign(text: string) {
      const hash = keccak256(serializeSignDoc(documentOf(address, text)))
      const { r, s } = await sign({ hash, privateKey })
      return toBase64(fromHex(r.slice(2).padStart(64, '0') + s.slice(2).padStart(64, '0')))
    },
  }
}

const signatures: object[] = []
for (const seed of [1, 2, 3, 4]) {
  const privateKey = toHex(seed, { size: 32 })
  for (const network of networks) {
    const { address, publicKey, sign: signText } = await signerOf(network, privateKey)
    for (const statement of statements) {
      const message = vectorText(network.chainId, address, statement)
      const signature = await signText(message)
      signatures.push({ chainId: network.chainId, address, publicKey, message, signature })
    }
  }
}

writeVectors('cosmosSignatures.json', { signedBy: '@cosmjs/amino 0.39.0, viem 2.57.1', signatures })
