import { createServer } from 'node:http'
import { listen } from '../http/listen.ts'
import type { ServerMetrics } from './createMetrics.ts'
import type { MetricsSettings } from './readMetricsSettings.ts'

/**
 * Serves the metrics, and nothing else, on a port of their own (T112).
 * @throws Error with one clear sentence when the port cannot be had.
 */
export async function serveMetrics(
  metrics: ServerMetrics,
  settings: MetricsSettings,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    const isAsked = request.method === 'GET' && request.url === '/metrics'
    if (!isAsked) {
      response.writeHead(404).end()
      return
    }
    metrics.print().then(
      text => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const port = await listen(server, settings.metricsPort ?? 0, settings.metricsHost)
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
