/** A country that the ramp serves. */
export interface RampCountry {
  readonly code: string
  readonly name: string
  readonly fiat: string
  readonly regions: Readonly<Record<string, string>>
}

export const rampCountries: readonly RampCountry[] = [
  {
    code: 'US',
    name: 'United States',
    fiat: 'USD',
    regions: { CA: 'California', NY: 'New York', TX: 'Texas' },
  },
  { code: 'DE', name: 'Germany', fiat: 'EUR', regions: {} },
  { code: 'FR', name: 'France', fiat: 'EUR', regions: {} },
  { code: 'GB', name: 'United Kingdom', fiat: 'GBP', regions: {} },
  { code: 'BR', name: 'Brazil', fiat: 'BRL', regions: {} },
]

/** A currency that the ramp takes; it has two decimals. */
export interface RampFiat {
  readonly name: string
  /** Millionths of a dollar that one unit is worth: made up. */
  readonly microDollars: bigint
}

export const rampFiats: Readonly<Record<string, RampFiat>> = {
  USD: { name: 'US Dollar', microDollars: 1_000_000n },
  EUR: { name: 'Euro', microDollars: 1_080_000n },
  GBP: { name: 'Pound Sterling', microDollars: 1_270_000n },
  BRL: { name: 'Brazilian Real', microDollars: 180_000n },
}

/** A way to pay. */
export interface RampMethod {
  readonly name: string
  readonly type: 'CARD' | 'BANK_TRANSFER' | 'MOBILE_WALLET'
  /** Currencies that can be paid with it; absent: all. */
  readonly fiats?: readonly string[]
}

export const rampMethods: Readonly<Record<string, RampMethod>> = {
  CREDIT_DEBIT_CARD: { name: 'Credit & Debit Card', type: 'CARD' },
  APPLE_PAY: { name: 'Apple Pay', type: 'MOBILE_WALLET', fiats: ['USD', 'EUR', 'GBP'] },
  ACH: { name: 'ACH', type: 'BANK_TRANSFER', fiats: ['USD'] },
  SEPA: { name: 'SEPA', type: 'BANK_TRANSFER', fiats: ['EUR'] },
  PIX: { name: 'PIX', type: 'BANK_TRANSFER', fiats: ['BRL'] },
}

/** One of the companies behind the ramp. */
export interface RampService {
  readonly id: string
  readonly name: string
  /** Hundredths of a percent of what is paid. */
  readonly feeBps: bigint
  readonly score: number
  readonly lowKyc: boolean
  /** Whole units of any currency, by way to pay. */
  readonly limits: Readonly<Record<string, readonly [minimum: bigint, maximum: bigint]>>
  /** Countries that it serves; absent: all. */
  readonly countries?: readonly string[]
  /** Parts of countries that it does not serve, such as `US-NY`. */
  readonly without?: readonly string[]
  /** Names of the chains that it sends on; absent: all. */
  readonly chains?: readonly string[]
  /** `slow`: takes its time, and ages for an amount that ends with .17. `failing`: fails for one that ends with .13. */
  readonly temper?: 'slow' | 'failing'
}

export const rampServices: readonly RampService[] = [
  {
    id: 'BROOK',
    name: 'Brook Pay',
    feeBps: 150n,
    score: 92,
    lowKyc: true,
    limits: {
      CREDIT_DEBIT_CARD: [5n, 5_000n],
      APPLE_PAY: [5n, 2_000n],
      ACH: [20n, 25_000n],
      SEPA: [20n, 25_000n],
      PIX: [20n, 10_000n],
    },
  },
  {
    id: 'GLACIER',
    name: 'Glacier',
    feeBps: 100n,
    score: 71,
    lowKyc: false,
    limits: { CREDIT_DEBIT_CARD: [20n, 7_500n], ACH: [50n, 25_000n], SEPA: [50n, 25_000n] },
    without: ['US-NY'],
    temper: 'slow',
  },
  {
    id: 'THISTLE',
    name: 'Thistle Money',
    feeBps: 200n,
    score: 64,
    lowKyc: false,
    limits: { CREDIT_DEBIT_CARD: [10n, 2_000n], APPLE_PAY: [10n, 500n] },
    countries: ['US', 'DE'],
    chains: ['Alder'],
    temper: 'failing',
  },
]

/** The exchange behind `sessionType: 'TRANSFER'`. */
export const rampExchange = { id: 'SANDBOX_EXCHANGE', name: 'Sandbox Exchange' } as const
