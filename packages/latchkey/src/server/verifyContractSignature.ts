import { bytesToHex } from '@noble/hashes/utils.js'
import { type RpcOptions, rpcCall } from './rpcCall.ts'
import { validatorCode } from './validatorCode.ts'

/** Gas of the question (T29): enough to make an account and ask it. */
const gasCap = 3_000_000

export interface ContractQuestion {
  /** RPC URLs of the message's own chain, all of them the server's. */
  readonly urls: readonly string[]
  /** How many of them have to say yes; below 2 the first one that answers decides. */
  readonly quorum: number
  readonly address: string
  readonly hash: Uint8Array
  readonly signature: Uint8Array
}

/** Whether a contract account vouches for a hash: deployed (ERC-1271), delegated to (EIP-7702) or not yet made (ERC-6492). */
export async function verifyContractSignature(
  { urls, quorum, ...question }: ContractQuestion,
  options: RpcOptions,
): Promise<'valid' | 'invalid' | 'unreachable'> {
  const call = { data: encodeQuestion(question), gas: `0x${gasCap.toString(16)}` }
  const ask = async (url: string): Promise<'valid' | 'invalid' | 'unreachable'> => {
    const answer = await rpcCall(url, 'eth_call', [call, 'latest'], options)
    if ('unreachable' in answer) return 'unreachable'
    return 'result' in answer && answer.result === '0x01' ? 'valid' : 'invalid'
  }
  if (quorum > 1) return vote(urls.map(ask), quorum)
  for (const url of urls) {
    const answer = await ask(url)
    if (answer !== 'unreachable') return answer
  }
  return 'unreachable'
}

/** What so many agree on, as soon as they do: nobody waits for one that is slow, or slow on purpose. */
function vote(
  asked: readonly Promise<'valid' | 'invalid' | 'unreachable'>[],
  quorum: number,
): Promise<'valid' | 'invalid' | 'unreachable'> {
  const counts = { valid: 0, invalid: 0, answered: 0 }
  return new Promise((resolve, reject) => {
    for (const each of asked) {
      each.then(answer => {
        counts.answered += 1
        if (answer !== 'unreachable') counts[answer] += 1
        if (counts.valid >= quorum) resolve('valid')
        // No longer can so many say yes, whatever the others answer.
        else if (counts.invalid > asked.length - quorum) resolve('invalid')
        else if (counts.answered === asked.length) resolve('unreachable')
      }, reject)
    }
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
