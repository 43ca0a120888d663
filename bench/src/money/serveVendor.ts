/** A vendor with Meld's shapes that answers as fast as Node can: `node serveVendor.ts` prints its port. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const code = 'ETH_ETHEREUM'
const lists: Readonly<Record<string, unknown>> = {
  '/service-providers': [{ serviceProvider: 'BROOK', name: 'Brook Pay', status: 'LIVE' }],
  '/service-providers/properties/countries': [{ countryCode: 'DE' }],
  '/service-providers/properties/fiat-currencies': [{ currencyCode: 'EUR', name: 'Euro' }],
  '/service-providers/properties/crypto-currencies': [
    { currencyCode: code, name: 'Ether', chainCode: 'ETHEREUM', chainId: '1', contractAddress: null },
  ],
  '/service-providers/properties/payment-methods': [{ paymentMethod: 'CREDIT_DEBIT_CARD' }],
  '/service-providers/limits/fiat-currency-purchases': [
    { currencyCode: 'EUR', minimumAmount: 5, maximumAmount: 5_000 },
  ],
  '/payments/crypto/quote': {
    quotes: [
      {
        serviceProvider: 'BROOK',
        sourceAmount: 100,
        sourceCurrencyCode: 'EUR',
        destinationAmount: 0.04,
        destinationCurrencyCode: code,
        paymentMethodType: 'CREDIT_DEBIT_CARD',
      },
    ],
  },
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://vendor.example')
  const answer = (body: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  request.resume().on('end', () => {
    if (url.pathname === '/crypto/session/widget') {
      const id = randomUUID()
      answer({ id, widgetUrl: `http://${request.headers.host}/pay/${id}` })
    } else if (url.pathname === '/payments/transactions') {
      const externalSessionId = url.searchParams.get('externalSessionIds')
      answer({ transactions: [{ id: `t${externalSessionId}`, externalSessionId, status: 'PENDING' }] })
    } else answer(lists[url.pathname] ?? {})
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ vendor: (server.address() as AddressInfo).port })),
)
process.on('SIGTERM', () => process.exit(0))
