// 256 words, one for each byte of a code that moves a card to another device.
export default (
  'abeille abricot acier agneau aigle aiguille ail album amande ambre ami ananas ancre anneau arbre arc ardoise ' +
  'argent armoire assiette atelier aube auberge automne avion avril bague balai balcon balle bambou banane banc ' +
  'barque bassin bateau berceau beurre biche bijou bille biscuit blé bois bol bonnet bottes bouchon bougie ' +
  'boussole bouteille bouton branche brebis brique brouillard brume bruyère cabane cacao café cage cahier caillou ' +
  'canard canoë carafe carotte carte cascade casque castor cave ceinture cerf cerise chaise chalet chameau champ ' +
  'chant chapeau charbon chat château chaudron chemin chêne cheval chèvre chien chocolat cible ciel cigale ' +
  'cigogne ciseau citron clairière clé cloche clou colline comète compas confiture coq corail corbeau corde ' +
  'cornet coton coucou coude couleur coupe couronne cousin craie crayon crêpe cristal cuillère cuisine cuivre ' +
  'cygne dauphin dentelle désert diamant dimanche dragon drapeau dune écharpe échelle éclair école écorce ' +
  'écureuil église encre épée épice épingle érable escalier étang été étoile fable faucon fenêtre ferme feu ' +
  'feuille février ficelle figue fille flamme flèche fleur fleuve flocon flûte foin forêt fougère four fourmi ' +
  'fraise framboise fromage fruit fumée galet galop gant garage gare gâteau gazon géant genou girafe givre glace ' +
  'glacier globe gomme goutte grange grenier grillon grotte grue guitare hameau hanche harpe herbe hérisson héron ' +
  'hibou hiver horloge huile île image jambon jardin jasmin jeudi jouet journal juillet jupe laine lait lampe ' +
  'lanterne lapin lavande lettre lièvre lilas lion lis livre loup lumière lundi lune lutin lynx maison mai ' +
  'manteau marché marteau matin melon menthe mer merle miel miroir montagne mouette moulin mousse mouton muguet ' +
  'mur musée'
).split(' ');
