/** What one run of the generator does; it travels as JSON on the command line. */
export interface LoadPlan {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  /** Requests a second, however fast the answers come; without it each connection asks as soon as it was answered. */
  readonly rate?: number
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  readonly requests: number
  /** Answers with another status than 200 and 201. */
  readonly refused: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}
