import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import type { Payment } from './payment.ts'
import { readPayment } from './readPayment.ts'

/** A project's own payment. @throws RouteFault NOT_FOUND. */
export async function findPayment(store: Pick<Store, 'db'>, project: Project, id: string): Promise<Payment> {
  const payment = await readPayment(store, id)
  if (payment === undefined || payment.project !== project.id) throw new RouteFault('NOT_FOUND')
  return payment
}
