import { afterEach } from 'vitest'
import { type LoginApp, openLogin } from './login.fixture.ts'

/** Opens apps that are closed after each test; with `all` the project `shop` allows every way to log in. */
export function openLogins({
  allows,
}: {
  readonly allows?: 'all'
} = {}): (...options: Parameters<typeof openLogin>) => Promise<LoginApp> {
  const opened: LoginApp[] = []
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
  })
  return async (...options) => {
    const app = await openLogin(...options)
    opened.push(app)
    const { compose, write } = app.store
    if (allows === 'all')
      await write([compose.updateTable('project_features').set({ config: null }).compile()])
    return app
  }
}
