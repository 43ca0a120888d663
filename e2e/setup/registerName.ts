import { formatNameMessage, type NameNonce } from 'latchkey/services'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readStack } from './stack.ts'

const query = 'projectId=latchkey-dev'

/** Registers a name of the services' zone for an account, signed by its key; its label is made of the address unless given. */
export async function registerName(
  privateKey: Hex,
  attributes: Readonly<Record<string, string>> = {},
  label?: string,
): Promise<string> {
  const { services } = readStack()
  const account = privateKeyToAccount(privateKey)
  const { nonce, domain, ts } = (await (
    await fetch(`${services}/v1/profile/nonce?${query}`)
  ).json()) as NameNonce
  const name = `${label ?? `visitor-${account.address.slice(2, 10).toLowerCase()}`}.${domain}`
  const message = formatNameMessage({ name, domain, chain: 'eip155:31337', nonce, ts, attributes })
  const body = {
    coin_type: 60,
    address: account.address,
    message,
    signature: await account.signMessage({ message }),
  }
  const answer = await fetch(`${services}/v1/profile/account?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${name} was not registered: ${await answer.text()}`)
  return name
}
