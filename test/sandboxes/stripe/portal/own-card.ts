import type { Card } from '../entities.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';

export function ownCard(store: StripeStore, id: string, customer: string, param: string): Card {
  const card = store.cards.get(id);
  if (!card) throw missing('PaymentMethod', id, param);
  if (card.customer === customer) return card;
  throw wrong(
    'The customer does not have a payment method with the given ID.',
    param,
    'payment_method_customer_mismatch',
  );
}
