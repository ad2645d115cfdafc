/** The product's name, as people see it. The one other place is the translation key `product.name`. */
export const productName = 'Recado';

/** Alexa keeps at most 300 devices per customer, so this is what "unlimited" means for one Amazon account. */
export const triggersPerAmazonAccount = 300;
