import { postEmail, postEmailCode } from '../../../contract/signin.ts'
import type { EngineContext } from '../../context.ts'
import type { PageKey } from './createPageKey.ts'

/** The two calls of proving an address, in a chunk that comes with the first of them. */
export interface EmailCalls {
  /** Has a code sent; answers what the code is tried with. */
  send(address: string): Promise<string>
  verify(flow: string, code: string): Promise<{ readonly emailProof: string; readonly email: string }>
}

export async function createEmailCalls(
  { api, signal }: Pick<EngineContext, 'api' | 'signal'>,
  page: PageKey,
): Promise<EmailCalls> {
  const client = await api()
  const key = page.thumbprint
  return {
    async send(email) {
      const { flow, issuedAt } = await client.call(postEmail, { body: { email, key }, signal })
      if (issuedAt !== undefined) page.learn(issuedAt)
      return flow
    },
    async verify(flow, code) {
      const headers = await page.headers(postEmailCode)
      return client.call(postEmailCode, { body: { flow, code, key }, headers, signal })
    },
  }
}
