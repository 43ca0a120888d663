import { host, type ReadVariable, wholeNumber } from '../settings/readers.ts'

/** Where the metrics are served. */
export interface MetricsSettings {
  /** Undefined: nowhere; 0 takes any free one. */
  readonly metricsPort: number | undefined
  /** This machine alone unless said otherwise (T112). */
  readonly metricsHost: string
}

export function readMetricsSettings(read: ReadVariable): MetricsSettings {
  return {
    metricsPort: read<number | undefined>('METRICS_PORT', undefined, wholeNumber(0, 65_535)),
    metricsHost: read('METRICS_HOST', '127.0.0.1', host),
  }
}
