import type * as Prometheus from '@prometheus-io/client'
import { lazyLibrary } from './lazyLibrary.ts'

/** Counters; asked for where METRICS_PORT is set. */
export const prometheus = lazyLibrary<typeof Prometheus>('@prometheus-io/client')
