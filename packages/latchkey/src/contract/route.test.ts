import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as services from '../services.ts'
import { formatRouteUrl, projectIdSchema, projectQuery, type RouteDefinition, route } from './route.ts'

const balance = route({
  method: 'GET',
  path: '/v1/account/{address}/balance',
  params: v.strictObject({ address: v.string() }),
  query: v.strictObject({ ...projectQuery, chainId: v.optional(v.string()) }),
  response: v.object({ balances: v.array(v.string()) }),
  errors: [],
})

describe('formatRouteUrl', () => {
  it('fills places, encodes values and leaves out undefined values', () => {
    const url = formatRouteUrl('https://api.example/', balance, {
      params: { address: '../a b' },
      query: { projectId: 'p', chainId: undefined, st: 'a&b=c' },
    })
    expect(url).toBe('https://api.example/v1/account/..%2Fa%20b/balance?projectId=p&st=a%26b%3Dc')
  })

  it('refuses a missing place', () => {
    expect(() => formatRouteUrl('https://api.example', balance, { query: { projectId: 'p' } })).toThrow(
      '/v1/account/{address}/balance needs address',
    )
  })

  it('never lets a value leave its place', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), (address, st) => {
        const url = new URL(
          formatRouteUrl('https://api.example', balance, {
            params: { address: `x${address}` },
            query: { projectId: 'p', st },
          }),
        )
        expect(url.origin).toBe('https://api.example')
        expect(url.pathname.split('/')).toHaveLength(5)
        expect(url.searchParams.get('st')).toBe(st)
        expect([...url.searchParams.keys()]).toEqual(['projectId', 'st'])
      }),
    )
  })
})

describe('every call of the contract', () => {
  const calls = (Object.entries(services) as [string, unknown][]).filter(
    (entry): entry is [string, RouteDefinition] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1] && 'response' in entry[1],
  )

  it('is found here', () => {
    expect(calls.map(([name]) => name).sort()).toEqual([
      'deleteSignInSession',
      'getAccountBalance',
      'getAllowedOrigins',
      'getAnalyticsConfig',
      'getAssetImage',
      'getAttestationKey',
      'getConvertAllowance',
      'getConvertApproval',
      'getConvertContracts',
      'getConvertGasPrice',
      'getConvertQuotes',
      'getConvertStatus',
      'getConvertTokens',
      'getCurrencyImage',
      'getCustodyConfig',
      'getCustodyWallet',
      'getExchangeAssets',
      'getExchangeOrder',
      'getExchanges',
      'getFarcasterChannel',
      'getHealth',
      'getHistory',
      'getIdentity',
      'getImage',
      'getLoginDevices',
      'getLoginUser',
      'getLoginWaiting',
      'getNameLookup',
      'getNameNonce',
      'getNameSuggestions',
      'getNameZone',
      'getNfts',
      'getOnRampOptions',
      'getOnRampOrder',
      'getPasskeys',
      'getPayment',
      'getPaymentReceipt',
      'getPaymentRecord',
      'getProfile',
      'getProfilesOfAddress',
      'getProjectConfig',
      'getReadiness',
      'getRegistryHead',
      'getSessions',
      'getSignInNonce',
      'getSignInSession',
      'getSmartAccounts',
      'getSocialProviders',
      'getSupportedChains',
      'getTokenImage',
      'getWalletImage',
      'getWallets',
      'getWebhookDeliveries',
      'getX402Supported',
      'postAnalyticsEvent',
      'postAttestation',
      'postConvertTransaction',
      'postCustodyExport',
      'postCustodyPair',
      'postCustodyRefresh',
      'postCustodyRefreshAck',
      'postCustodyRelease',
      'postCustodyRevoke',
      'postCustodyWallet',
      'postEmail',
      'postEmailChange',
      'postEmailChangeFinish',
      'postEmailChangePrimary',
      'postEmailChangeSecondary',
      'postEmailCode',
      'postExchangeOrder',
      'postFarcasterAnswer',
      'postFarcasterBegin',
      'postFungiblePrice',
      'postHostPaymaster',
      'postLoginCode',
      'postLoginDelete',
      'postLoginDevice',
      'postLoginDeviceRevoke',
      'postLoginEmail',
      'postLoginLink',
      'postLoginRefresh',
      'postLoginResend',
      'postLoginSessionsEnd',
      'postLoginSignOut',
      'postLoginUndo',
      'postLoginWaitingLink',
      'postLoginWaitingStop',
      'postNameLookup',
      'postOnRampQuote',
      'postOnRampUrl',
      'postPasskeyDelete',
      'postPasskeyLogin',
      'postPasskeyOptions',
      'postPasskeyRegister',
      'postPasswordEvaluate',
      'postPaymaster',
      'postPayment',
      'postPaymentTransaction',
      'postProfile',
      'postRecoveryFactor',
      'postRecoveryFactorDelete',
      'postRecoveryRelease',
      'postRefund',
      'postRefundTransaction',
      'postRpc',
      'postSession',
      'postSessionRevoke',
      'postSignIn',
      'postSignInResume',
      'postSocialBegin',
      'postSocialPoll',
      'postSocialUnlink',
      'postWebhookReplay',
      'postX402Settle',
      'postX402Verify',
      'putProfile',
    ])
  })

  it.each(calls)('%s has an address of its own and states its places', (_name, call) => {
    expect(
      calls.filter(([, other]) => other.method === call.method && other.path === call.path),
    ).toHaveLength(1)
    const places = [...call.path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    const params = (call.params as { entries?: Record<string, unknown> } | undefined)?.entries ?? {}
    expect(Object.keys(params).sort()).toEqual(places.sort())
  })
})

describe('projectIdSchema', () => {
  it.each(['latchkey-dev', 'a', '0123456789abcdef0123456789abcdef', 'A_b-C'])('takes %s', id => {
    expect(v.is(projectIdSchema, id)).toBe(true)
  })
  it.each(['', ' ', 'a b', 'a/b', "'; drop table projects--", 'é', 'a'.repeat(65), 7, null])(
    'refuses %j',
    id => {
      expect(v.is(projectIdSchema, id)).toBe(false)
    },
  )
})
