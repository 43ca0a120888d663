/**
 * The shapes of Meld's API as far as the ramp speaks them. Amounts are JSON numbers, as Meld's are, written from decimal texts (`exactNumber`):
 * readers take them from the raw text. Lists in queries are separated by commas; unknown query keys are ignored.
 */

/** GET /service-providers?serviceProviders&categories&countries */
export interface MeldServiceProvider {
  readonly serviceProvider: string
  readonly name: string
  readonly status: 'LIVE'
  readonly categories: readonly ('CRYPTO_ONRAMP' | 'CRYPTO_TRANSFER')[]
  readonly websiteUrl: string
  readonly logos: { readonly dark: string; readonly light: string }
}

/** GET /service-providers/properties/countries */
export interface MeldCountry {
  readonly countryCode: string
  readonly name: string
  readonly flagImageUrl: string | null
  readonly regions: readonly { readonly regionCode: string; readonly name: string }[] | null
}

/** GET /service-providers/properties/fiat-currencies?countries */
export interface MeldFiatCurrency {
  readonly currencyCode: string
  readonly name: string
  readonly symbolImageUrl: string | null
}

/** GET /service-providers/properties/crypto-currencies?countries&serviceProviders&cryptoChains */
export interface MeldCryptoCurrency {
  /** Qualified by the network: `USDC_ALDER`. */
  readonly currencyCode: string
  readonly name: string
  readonly chainCode: string
  readonly chainName: string
  /** EIP-155's number as text. */
  readonly chainId: string
  /** Null for the network's own currency. */
  readonly contractAddress: string | null
  readonly symbolImageUrl: string | null
}

/** GET /service-providers/properties/payment-methods?fiatCurrencies&countries&serviceProviders */
export interface MeldPaymentMethod {
  readonly paymentMethod: string
  readonly name: string
  readonly paymentType: 'CARD' | 'BANK_TRANSFER' | 'MOBILE_WALLET' | 'CRYPTO'
  readonly logos: { readonly dark: string; readonly light: string } | null
}

/** GET /service-providers/limits/fiat-currency-purchases?serviceProviders&fiatCurrencies&paymentMethodTypes&countries: the widest range of those that are asked for. */
export interface MeldPurchaseLimit {
  readonly currencyCode: string
  readonly defaultAmount: number | null
  readonly minimumAmount: number
  readonly maximumAmount: number
}

/** POST /payments/crypto/quote */
export interface MeldQuoteRequest {
  /** `US`, and with `subdivision` a part of it. */
  readonly countryCode: string
  readonly subdivision?: string
  readonly sourceCurrencyCode: string
  readonly sourceAmount: string | number
  readonly destinationCurrencyCode: string
  readonly paymentMethodType?: string
  readonly walletAddress?: string
  /** Default: all. The answer is as slow as the slowest of them. */
  readonly serviceProviders?: readonly string[]
}

export interface MeldQuote {
  readonly transactionType: 'CRYPTO_PURCHASE'
  readonly sourceAmount: number
  readonly sourceAmountWithoutFees: number
  readonly fiatAmountWithoutFees: number
  readonly destinationAmountWithoutFees: number | null
  readonly sourceCurrencyCode: string
  readonly countryCode: string
  readonly totalFee: number
  readonly networkFee: number
  readonly transactionFee: number
  readonly partnerFee: number
  readonly destinationAmount: number
  readonly destinationCurrencyCode: string
  /** Fiat money for one whole unit. */
  readonly exchangeRate: number
  readonly paymentMethodType: string
  /** 0 to 100. */
  readonly customerScore: number
  readonly serviceProvider: string
  readonly institutionName: string | null
  readonly lowKyc: boolean
}

/** 200. `message` and `error` say why a list is empty. */
export interface MeldQuoteAnswer {
  readonly quotes: readonly MeldQuote[]
  readonly message: string | null
  readonly error: string | null
  readonly timestamp: string
}

/**
 * POST /crypto/session/widget. For TRANSFER, source and destination are the same currency, and the service provider is the exchange, SANDBOX_EXCHANGE; the
 * amount is what arrives, and the exchange's fee comes on top.
 */
export interface MeldSessionRequest {
  readonly sessionType: 'BUY' | 'TRANSFER'
  readonly sessionData: {
    readonly serviceProvider: string
    readonly walletAddress: string
    readonly countryCode: string
    readonly subdivision?: string
    /** May be left out for TRANSFER: the exchange's page asks for it. */
    readonly sourceAmount?: string | number
    readonly sourceCurrencyCode: string
    readonly destinationCurrencyCode: string
    /** Default CREDIT_DEBIT_CARD. */
    readonly paymentMethodType?: string
    readonly redirectUrl?: string
  }
  readonly externalCustomerId?: string
  /** Taken once: a second session of the same id is refused with BAD_REQUEST. */
  readonly externalSessionId?: string
}

/** 200. Both URLs are the same page, for one visit within five minutes. */
export interface MeldSessionAnswer {
  readonly id: string
  readonly externalSessionId: string | null
  readonly externalCustomerId: string | null
  readonly customerId: string
  readonly token: string
  readonly widgetUrl: string
  readonly serviceProviderWidgetUrl: string
}

/**
 * PENDING_CREATED: the page was opened. PENDING: paid. SETTLING: the transaction is signed and stored. SETTLED: its receipt is there. DECLINED: the card.
 * AUTHORIZATION_EXPIRED: not paid in time.
 */
export type MeldStatus =
  | 'PENDING_CREATED'
  | 'PENDING'
  | 'SETTLING'
  | 'SETTLED'
  | 'DECLINED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUNDED'
  | 'AUTHORIZATION_EXPIRED'

/**
 * GET /payments/transactions/{id} and /payments/transactions/sessions/{session id}: `{ transaction }`; GET
 * /payments/transactions?externalSessionIds: `{ transactions, count }`. 404 until the page was opened.
 */
export interface MeldTransaction {
  readonly id: string
  readonly sessionId: string
  readonly accountId: string
  readonly customerId: string
  readonly externalCustomerId: string | null
  readonly externalSessionId: string | null
  readonly transactionType: 'CRYPTO_PURCHASE' | 'CRYPTO_TRANSFER'
  readonly status: MeldStatus
  /** Why it ended without success, in words; null otherwise. */
  readonly statusReason: string | null
  /** Null, and `destinationAmount` too, while the exchange's page asks for it. */
  readonly sourceAmount: number | null
  readonly sourceCurrencyCode: string
  readonly destinationAmount: number | null
  readonly destinationCurrencyCode: string
  readonly paymentMethodType: string | null
  readonly serviceProvider: string
  readonly serviceTransactionId: string
  readonly countryCode: string
  readonly cryptoDetails: {
    readonly destinationWalletAddress: string
    readonly sessionWalletAddress: string
    readonly networkFee: number
    readonly transactionFee: number
    readonly partnerFee: number
    /** Known from SETTLING on. */
    readonly blockchainTransactionId: string | null
    readonly chainId: string
  }
  readonly createdAt: string
  readonly updatedAt: string
}

/** What the webhook gets, with `meld-signature-timestamp` and `meld-signature`: base64url(HMAC-SHA256(secret, `timestamp.url.body`)), padded. */
export interface MeldEvent {
  readonly eventType: MeldEventType
  readonly eventId: string
  readonly timestamp: string
  readonly accountId: string
  readonly version: string
  readonly payload: {
    readonly requestId: string
    readonly accountId: string
    readonly paymentTransactionId: string
    readonly sessionId: string
    readonly customerId: string
    readonly externalCustomerId: string | null
    readonly externalSessionId: string | null
    readonly paymentTransactionStatus: MeldStatus
    readonly transactionType: MeldTransaction['transactionType']
  }
}

export type MeldEventType =
  | 'TRANSACTION_CRYPTO_PENDING'
  | 'TRANSACTION_CRYPTO_TRANSFERRING'
  | 'TRANSACTION_CRYPTO_COMPLETE'
  | 'TRANSACTION_CRYPTO_FAILED'

/** Any other status than 2xx. */
export interface MeldError {
  readonly code:
    | 'BAD_REQUEST'
    | 'UNAUTHORIZED'
    | 'NOT_FOUND'
    | 'INCOMPATIBLE_REQUEST'
    | 'INTERNAL_SERVER_ERROR'
  readonly message: string
  readonly requestId: string
  readonly timestamp: string
}
