import type { RpcRequest } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import type { SignedThing } from 'latchkey/services'
import { type Bytes, fromHex, toHex } from '../keys/bytes.ts'
import { type EvmSignature, signEvmDigest } from '../keys/signWith.ts'
import type { ApprovalRequest } from './approval.ts'
import { keccak, messageDigest } from './evm/hashes.ts'
import { encodeTransaction, type Transaction } from './evm/transaction.ts'
import { hashTypedData } from './evm/typedData.ts'
import type { LoggedIn } from './loggedIn.ts'
import { withSigned } from './withSigned.ts'

/**
 * Signs a text or typed data that was approved: 65 bytes as EIP-191 and EIP-712 want them; for the smart account as
 * `signSafeMessage`.
 */
export async function signApproved(
  login: LoggedIn,
  request: Extract<ApprovalRequest, { is: 'message' | 'typed' }>,
  nodes: RpcRequest,
): Promise<Hex> {
  if (request.account !== login.addresses.eip155) {
    const { signSafeMessage } = await import('../smartaccount/signSafeMessage.ts')
    return signSafeMessage(login, request, nodes)
  }
  const { r, s, yParity } =
    request.is === 'message'
      ? await sign(login, request.account, 'message', both(bytesOf(request.bytes), messageDigest))
      : await sign(
          login,
          request.account,
          'typedData',
          both(hashTypedData(request.data), each => each),
        )
  return `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
}

/** Signs a transaction that was approved; as the network takes it, with its hash. */
export async function signTransaction(
  login: LoggedIn,
  account: Hex,
  transaction: Transaction,
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const unsigned = encodeTransaction(transaction)
  const signature = await sign(login, account, 'transaction', both(bytesOf(unsigned), keccak))
  const raw = encodeTransaction(transaction, signature)
  return { raw, hash: `0x${toHex(keccak(bytesOf(raw)))}` }
}

function sign(
  login: LoggedIn,
  account: Hex,
  is: SignedThing['is'],
  [signed, digest]: readonly [Bytes, Bytes],
): Promise<EvmSignature> {
  return withSigned(login, { is, signed }, entropy => signEvmDigest(entropy, digest, account))
}

function bytesOf(hex: Hex): Bytes {
  return fromHex(hex.slice(2))
}

function both(signed: Bytes, digest: (signed: Bytes) => Bytes): readonly [Bytes, Bytes] {
  return [signed, digest(signed)]
}
