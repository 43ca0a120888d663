import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatSignInMessage } from 'latchkey/contract'
import type { getFarcasterChannel, RouteResponse } from 'latchkey/services'
import { createWalletClient, defineChain, http, type PrivateKeyAccount, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devAccounts } from '../chains/devAccounts.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { isLocalOrigin } from '../http/isLocalHost.ts'
import { formatFarcasterPage, formatFarcasterResult } from './farcasterPage.ts'
import { providerPageHeaders } from './providerPage.ts'
import { readText } from './readText.ts'

const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function register() returns (uint256)',
])
/** Whose app it may be; the operator has other things to do. */
export const farcasterAccounts = devAccounts.slice(0, 5)

/** A chain with Farcaster's registries on it. */
export interface FarcasterChain {
  readonly chainId: number
  readonly url: string
}

/** Plays the app of a Farcaster account: the page of a login's link, and its requests after an approval. */
export function createFarcasterApp(chain: FarcasterChain) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [token = '', relay = ''] = [searchParams.get('channelToken') ?? '', searchParams.get('relay') ?? '']
    const show = (status: number, page: string) => response.writeHead(status, providerPageHeaders).end(page)
    // Send no request to this machine for a foreign relay.
    if (!isLocalOrigin(relay)) return void show(400, formatFarcasterResult('This link leads nowhere.'))
    const asked = await readChannel(relay, token)
    if (asked === undefined) return void show(410, formatFarcasterResult('This login is over.'))
    if (request.method !== 'POST') return void show(200, formatFarcasterPage(asked, farcasterAccounts))
    const form = new URLSearchParams(await readText(request))
    if (form.has('deny')) return void show(200, formatFarcasterResult('Nothing was signed.'))
    const account = farcasterAccounts[Number(form.get('account') ?? 'none')]
    if (account === undefined) return void show(400, formatFarcasterResult('There is no such account.'))
    const signer = privateKeyToAccount(account.privateKey)
    const fid = await fidOf(chain, signer)
    const isTaken = await handIn({ relay, token, signer, fid, asked })
    show(
      isTaken ? 200 : 502,
      formatFarcasterResult(isTaken ? 'Signed. Go back to where you log in.' : 'It was not accepted.'),
    )
  }
}

type Asked = RouteResponse<typeof getFarcasterChannel>['signatureParams']

async function readChannel(relay: string, token: string): Promise<Asked | undefined> {
  const response = await fetch(`${relay}/v1/channel/status`, { headers: bearer(token) })
  if (!response.ok) return undefined
  return ((await response.json()) as RouteResponse<typeof getFarcasterChannel>).signatureParams
}

/** The account of an address; it gets one when it is first asked for. */
async function fidOf({ chainId, url }: FarcasterChain, account: PrivateKeyAccount): Promise<number> {
  const client = createWalletClient({
    account,
    chain: defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url),
    pollingInterval: 50,
    cacheTime: 0,
  }).extend(publicActions)
  const registry = { address: devContracts.farcaster, abi } as const
  const idOf = () => client.readContract({ ...registry, functionName: 'idOf', args: [account.address] })
  const known = await idOf()
  if (known > 0n) return Number(known)
  const hash = await client.writeContract({ ...registry, functionName: 'register' })
  await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  return Number(await idOf())
}

async function handIn(answer: {
  readonly relay: string
  readonly token: string
  readonly signer: PrivateKeyAccount
  readonly fid: number
  readonly asked: Asked
}): Promise<boolean> {
  const { relay, token, signer, fid, asked } = answer
  const message = formatSignInMessage({
    domain: asked.domain,
    accountAddress: signer.address,
    statement: 'Farcaster Auth',
    uri: asked.siweUri,
    version: '1',
    chainId: `eip155:${asked.chainId}`,
    nonce: asked.nonce,
    issuedAt: new Date().toISOString(),
    expirationTime: asked.expirationTime,
    requestId: asked.requestId,
    resources: [`farcaster://fid/${fid}`],
  })
  const signature = await signer.signMessage({ message })
  const response = await fetch(`${relay}/v1/channel/authenticate`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature, fid, authMethod: 'custody' }),
  })
  return response.ok
}

const bearer = (token: string) => ({ authorization: `Bearer ${token.slice(0, 200)}` })
