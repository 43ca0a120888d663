import { bytesToHex } from '@noble/hashes/utils.js'
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

type Verdict = 'valid' | 'invalid' | 'unreachable'

/** Milliseconds after which the next RPC is asked beside one that keeps silent. */
const headStart = 1_000

/** Whether a contract account vouches for a hash: deployed (ERC-1271), delegated to (EIP-7702) or not yet made (ERC-6492). */
export async function verifyContractSignature(
  { urls, quorum, ...question }: ContractQuestion,
  options: RpcOptions,
): Promise<Verdict> {
  if (urls.length < quorum) return 'unreachable'
  const call = { data: encodeQuestion(question), gas: `0x${gasCap.toString(16)}` }
  const ask = async (url: string): Promise<Verdict> => {
    const answer = await rpcCall(url, 'eth_call', [call, 'latest'], options)
    if ('unreachable' in answer) return 'unreachable'
    return 'result' in answer && answer.result === '0x01' ? 'valid' : 'invalid'
  }
  return quorum <= 1 ? askInTurn(urls, ask) : vote(urls.map(ask), quorum)
}

/** Takes the first verdict; calls the next RPC when the one before was unreachable, or is slow. */
function askInTurn(urls: readonly string[], ask: (url: string) => Promise<Verdict>): Promise<Verdict> {
  return new Promise(resolve => {
    let begun = 0
    let answered = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = (): void => {
      clearTimeout(timer)
      const url = urls[begun]
      if (url === undefined) return
      begun += 1
      timer = setTimeout(next, headStart)
      void ask(url).then(answer => {
        answered += 1
        if (answer === 'unreachable' && answered < urls.length) return next()
        begun = urls.length
        clearTimeout(timer)
        resolve(answer)
      })
    }
    next()
  })
}

/** The verdict of a quorum, as soon as it agrees: a slow node, deliberate or not, delays nothing. */
function vote(asked: readonly Promise<Verdict>[], quorum: number): Promise<Verdict> {
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
