import { NamespacesPage } from './NamespacesPage.ts'
import { createProject } from './projects.ts'
import { test } from './test.ts'

/** Like `test`, with the playground's page of every namespace. */
export const namespacesTest = test.extend<{
  readonly site: NamespacesPage
  /** A project of the services with hosted sign-in; one for all tests of a worker. */
  readonly signInProject: string
}>({
  site: async ({ page, stack, forgiven }, use) => {
    // The chains do not run here: their balances are not known.
    forgiven.push(/Failed to load resource: net::ERR_(UNSAFE_PORT|CONNECTION_REFUSED)/)
    await use(new NamespacesPage(page, stack.shop))
  },
  signInProject: async ({ kept, stack, forgiven }, use) => {
    // No key of a directory is trusted for a project of the tests' own.
    forgiven.push(/APKT003/)
    const make = async () => {
      const features = ['authentication=on', 'multi_wallet=on']
      const { id } = await createProject({ origins: [new URL(stack.shop).origin], features })
      return { value: id, end: async () => undefined }
    }
    await use(await kept.get('namespaces', make))
  },
})
