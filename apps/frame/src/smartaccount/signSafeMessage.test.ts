import { createHash } from 'node:crypto'
import type { RpcRequest } from 'latchkey/contract'
import { type Hex, hashMessage, hashTypedData, parseErc6492Signature, recoverTypedDataAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { type Addresses, addressesOf } from '../keys/derive/addressesOf.ts'
import type { ApprovalRequest } from '../provider/approval.ts'
import { readTypedData } from '../provider/evm/typedData.ts'
import { signApproved } from '../provider/signApproved.ts'
import { safeAccountOf } from './safeAccountOf.ts'

const chainId = 'eip155:7121'
const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const typed = {
  domain: { name: 'Shop', chainId: 7121 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Vote: [{ name: 'for', type: 'uint256' }],
  },
  primaryType: 'Vote',
  message: { for: '1' },
} as const

let addresses: Required<Addresses>
let safe: ReturnType<typeof safeAccountOf>
beforeAll(async () => {
  addresses = await addressesOf(entropy)
  safe = safeAccountOf(addresses.owner)
})

type Signed = Extract<ApprovalRequest, { is: 'message' | 'typed' }>

const message = (account: Hex = safe.address): Signed => ({
  host: 'https://shop.example',
  chainId,
  account,
  is: 'message',
  bytes: '0x6869',
  text: 'hi',
})

function typedRequest(): Signed {
  const data = readTypedData(typed)
  if (!data) throw new Error('No typed data')
  const { host, account } = message()
  return { host, chainId, account, is: 'typed', data, isEverywhere: false }
}

/** Signs with nodes that answer `code`; and what the services would see. */
async function sign(request: Signed, code: unknown, own: Addresses = addresses) {
  const seen: { readonly is: string; readonly text: string; readonly request: string }[] = []
  const login = {
    account: 'ada',
    addresses: own,
    isLocked: async () => false,
    touch: async () => {},
    async withKey<T>(
      hash: string,
      use: (entropy: Uint8Array, of: Addresses) => Promise<T>,
      signed?: { readonly is: string; readonly bytes: string },
    ) {
      if (signed)
        seen.push({ is: signed.is, text: Buffer.from(signed.bytes, 'hex').toString(), request: hash })
      return use(entropy.slice(), own)
    },
  }
  const nodes: RpcRequest = async () => {
    if (code instanceof Error) throw code
    return code
  }
  return { signature: await signApproved(login, request, nodes), seen }
}

const signerOf = (digest: Hex, signature: Hex, account: Hex = safe.address, network = 7121) =>
  recoverTypedDataAddress({
    domain: { chainId: network, verifyingContract: account },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: digest },
    signature,
  })

test('signs a text as the owner’s SafeMessage, for this account and network alone', async () => {
  const { signature, seen } = await sign(message(), '0x6080')
  expect(signature).toHaveLength(132)
  expect(await signerOf(hashMessage('hi'), signature)).toBe(addresses.owner)
  expect(await signerOf(hashMessage('hi'), signature, addresses.eip155)).not.toBe(addresses.owner)
  expect(await signerOf(hashMessage('hi'), signature, safe.address, 1)).not.toBe(addresses.owner)
  const text = `{"account":"${safe.address}","bytes":"6869","chainId":"${chainId}","is":"message"}`
  expect(seen).toEqual([
    { is: 'accountMessage', text, request: createHash('sha256').update(text).digest('hex') },
  ])
})

test('signs typed data the same way', async () => {
  const { signature, seen } = await sign(typedRequest(), '0x6080')
  const digest = hashTypedData(typed as never)
  expect(await signerOf(digest, signature)).toBe(addresses.owner)
  expect(seen[0]?.text).toContain(`"bytes":"${digest.slice(2)}"`)
  expect(seen[0]?.text).toContain('"is":"typedData"')
})

test.each([
  ['the account is not there', '0x'],
  ['nodes do not answer', new Error('offline')],
  ['nodes answer nonsense', { code: 1 }],
  ['a plain account is delegated', `0xef0100${'11'.repeat(20)}`],
])('wraps the signature with the call that makes the account while %s', async (_while, code) => {
  const { signature } = await sign(message(), code)
  const { address, data, signature: inner } = parseErc6492Signature(signature)
  expect({ address, data }).toEqual({
    address: safe.factory,
    data: safe.factoryData,
  })
  expect(await signerOf(hashMessage('hi'), inner)).toBe(addresses.owner)
  // What routes and pages of ours accept has to fit it.
  expect((signature.length - 2) / 2).toBe(960)
})

test('signs for no other account, and for none while the owner is unknown', async () => {
  const other = safeAccountOf(addresses.eip155).address
  await expect(sign(message(other), '0x6080')).rejects.toMatchObject({ context: { rpc: { code: 4100 } } })
  const { eip155, solana } = addresses
  await expect(sign(message(), '0x6080', { eip155, solana })).rejects.toMatchObject({
    context: { rpc: { code: 4100 } },
  })
})
