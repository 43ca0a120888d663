import { bytesToHex } from '@noble/hashes/utils.js'
import { type NodeVerdict, pollNodes } from './pollNodes.ts'
import { type RpcOptions, rpcCall } from './rpcCall.ts'
import { validatorCode } from './validatorCode.ts'

/** Gas of the question (T29): enough to make an account and ask it. */
const gasCap = 3_000_000

export interface ContractQuestion {
  /** RPC URLs of the message's own chain, all of them the server's. */
  readonly urls: readonly string[]
  /** How many of them have to say yes; below 2 the first one that answers decides, and they are asked in turn. */
  readonly quorum: number
  readonly address: string
  readonly hash: Uint8Array
  readonly signature: Uint8Array
}

/** Whether a contract account vouches for a hash: deployed (ERC-1271), delegated to (EIP-7702) or not yet made (ERC-6492). */
export async function verifyContractSignature(
  { urls, quorum, ...question }: ContractQuestion,
  options: RpcOptions,
): Promise<NodeVerdict> {
  const call = { data: encodeQuestion(question), gas: `0x${gasCap.toString(16)}` }
  return pollNodes({ urls, quorum }, async url => {
    const answer = await rpcCall(url, 'eth_call', [call, 'latest'], options)
    if ('unreachable' in answer) return 'unreachable'
    return 'result' in answer && answer.result === '0x01' ? 'valid' : 'invalid'
  })
}

/** The validator's code with its arguments `(address, bytes32, bytes)`. */
function encodeQuestion({
  address,
  hash,
  signature,
}: Pick<ContractQuestion, 'address' | 'hash' | 'signature'>): string {
  const word = (hex: string) => hex.padStart(64, '0')
  const bytes = bytesToHex(signature)
  return [
    validatorCode,
    word(address.slice(2).toLowerCase()),
    bytesToHex(hash),
    word('60'),
    word(signature.length.toString(16)),
    bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0'),
  ].join('')
}
