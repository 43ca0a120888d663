import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { pollNodes } from '../pollNodes.ts'
import { postJson, type RpcOptions } from '../rpcCall.ts'

/** The node knows the login provider's present keys and the epoch; both change, so that nothing but it can check. */
const zkLoginDocument =
  'query verify($bytes: Base64!, $signature: Base64!, $author: SuiAddress!) { verifyZkLoginSignature(bytes: $bytes, signature: $signature, intentScope: PERSONAL_MESSAGE, author: $author) { success } }'

export interface ZkLoginQuestion {
  /** GraphQL URLs of the message's own chain, all of them the server's. */
  readonly urls: readonly string[]
  /** How many of them have to agree. */
  readonly quorum: number
  readonly message: string
  /** Base64. */
  readonly signature: string
  readonly address: string
}

/** Whether a chain vouches for a signature of zkLogin, which is of a login at a provider and not of a key. */
export async function verifyZkLogin(
  { urls, quorum, message, signature, address }: ZkLoginQuestion,
  options: RpcOptions,
): Promise<'valid' | 'invalid' | 'unreachable'> {
  const variables = { bytes: base64.encode(utf8ToBytes(message)), signature, author: address }
  return pollNodes({ urls, quorum }, async url => {
    const answer = await postJson(url, { query: zkLoginDocument, variables }, options)
    const { data, errors } = Object(answer)
    const success = Object(Object(data).verifyZkLoginSignature).success
    if (success === true && !errors) return 'valid'
    // Nodes answer a signature that does not hold as an input that is wrong, older ones as `success: false`.
    const isRefused = Array.isArray(errors) && errors.length > 0 && errors.every(isBadInput)
    return success === false || isRefused ? 'invalid' : 'unreachable'
  })
}

/** What nodes say of a signature that does not hold; a proxy before them may pass on no more than the words. */
const words = /verification failed|cannot parse signature|not a zklogin signature/i

function isBadInput(error: unknown): boolean {
  const { message, extensions } = Object(error)
  return Object(extensions).code === 'BAD_USER_INPUT' || (typeof message === 'string' && words.test(message))
}
