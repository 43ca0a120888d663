import { expect, it } from 'vitest'
import { startRedis } from '../../../../../scripts/databases/startRedis.ts'
import { startServer } from '../../startServer.ts'
import { describeWith } from '../store/databases.fixture.ts'
import { postgresDatabase } from '../store/eachStore.fixture.ts'

describeWith(['postgres', 'redis'], 'a Redis in cluster mode', () => {
  it('is refused at the start', async () => {
    const database = await postgresDatabase()
    const redis = await startRedis(['--cluster-enabled', 'yes'])
    try {
      const env = { ...database.environment, LATCHKEY_DEV: '1', REDIS_URL: redis.url }
      await expect(startServer({ port: 0, env, log: { write() {} } })).rejects.toThrow(
        'REDIS_URL leads to a node of a cluster, which is not supported',
      )
    } finally {
      await redis.close()
      await database.remove()
    }
  })
})
