/** What the services and the chain answer to the account page: 500 tokens, and 5,000 transactions in pages. */
export const tokenCount = 500
export const activityCount = 5_000
const pageSize = 100
const account = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Returns the answer to a request of the page; undefined for a foreign one. */
export function answerTo(url: URL, body: string | null): unknown {
  const { pathname, searchParams } = url
  if (pathname === '/rpc') return answerRpc(body)
  if (pathname.endsWith('/supported-chains')) return { http: ['eip155:1'], ws: [] }
  if (pathname.endsWith('/balance'))
    return { balances: Array.from({ length: tokenCount }, (_, at) => tokenAt(at)) }
  if (pathname.endsWith('/history')) return historyPage(Number(searchParams.get('cursor') ?? 0))
  if (pathname.endsWith('/nfts')) return { data: [], next: null }
  if (pathname.endsWith('/convert/tokens')) return { tokens: [] }
  if (pathname.includes('/identity/')) return { name: null, avatar: null }
  return undefined
}

function tokenAt(at: number) {
  const price = at % 7 === 0 ? null : 3.5
  const numeric = `${tokenCount - at}.25`
  return {
    name: `Token number ${at}`,
    symbol: `TKN${at}`,
    chainId: 'eip155:1',
    ...(at > 0 && { address: `0x${at.toString(16).padStart(40, '0')}` }),
    price,
    value: price === null ? null : price * Number(numeric),
    quantity: { decimals: '18', numeric },
    iconUrl: null,
  }
}

function historyPage(page: number) {
  const first = page * pageSize
  const data = Array.from({ length: pageSize }, (_, at) => transactionAt(first + at))
  return { data, next: first + pageSize < activityCount ? String(page + 1) : null }
}

function transactionAt(at: number) {
  const direction = at % 2 === 0 ? 'in' : 'out'
  const [sender, recipient] = direction === 'in' ? [other, account] : [account, other]
  const hash = `0x${(at + 1).toString(16).padStart(64, '0')}`
  return {
    id: hash,
    metadata: {
      // Five a day, so that months are as long as a busy visitor's.
      minedAt: new Date(Date.UTC(2026, 5, 1) - at * 17_280_000).toISOString(),
      chain: 'eip155:1',
      status: 'confirmed',
      operationType: direction === 'in' ? 'receive' : 'send',
      sentFrom: sender,
      sentTo: recipient,
      hash,
      nonce: at,
      block: String(20_000_000 - at),
    },
    transfers: [
      {
        fungible_info: {
          name: 'Ether',
          symbol: 'ETH',
          decimals: 18,
          icon: null,
          address: null,
          flags: { is_spam: false },
        },
        nft_info: null,
        direction,
        quantity: { numeric: `${(at % 90) + 1}.5` },
        sender,
        recipient,
        value: null,
        price: null,
      },
    ],
  }
}

function answerRpc(body: string | null): unknown {
  const asked: unknown = JSON.parse(body ?? '[]')
  const one = ({ id }: { readonly id: unknown }) => ({ jsonrpc: '2.0', id, result: '0x0' })
  return Array.isArray(asked) ? asked.map(one) : one(asked as { readonly id: unknown })
}
