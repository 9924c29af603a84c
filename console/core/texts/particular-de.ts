/** What the code of a fault alone does not say, by property and code. */
export const PARTICULAR_DE = {
  'nameDe duplicate': 'Diesen Namen hat schon ein anderer Eintrag der Liste, vielleicht ein inaktiver.',
  'nameEn duplicate': 'Diesen Namen hat schon ein anderer Eintrag der Liste, vielleicht ein inaktiver.',
  'subject unknownReference': 'Der Betreff hat einen Platzhalter, den es nicht gibt.',
  'body unknownReference': 'Der Text hat einen Platzhalter, den es nicht gibt.',
  'subject format': 'Der Betreff hat einen unvollständigen Platzhalter. Schreiben Sie ihn wie {{company}}.',
  'body format': 'Der Text hat einen unvollständigen Platzhalter. Schreiben Sie ihn wie {{company}}.',
  'color range': 'Weiße Schrift ist auf dieser Farbe nicht lesbar. Nehmen Sie einen dunkleren Ton.',
  'customerRequestId type': 'Eine Auftragsnummer hat nur Ziffern. Die Seite des Auftrags nennt sie.',
  'customerRequestId range': 'Einen Auftrag mit dieser Nummer gibt es nicht.',
  'customerRequestId unknownReference': 'Einen Auftrag mit dieser Nummer gibt es nicht.',
};
