// 256 words, one for each byte of a code that moves a card to another device.
export default (
  'abend abt adler ahorn ameise amsel anker apfel april arm arzt ast auge axt bach backofen balken ball bank bart ' +
  'bauer baum becher beere berg besen bett biber biene bild birke birne blatt blau blei blitz blume boden bohne ' +
  'boot brief brille brise brot brücke bruder brunnen buch bucht bund burg busch butter dach dachs daumen decke ' +
  'delfin dezember dienstag dorf dose drache draht drossel duft düne ebbe echo ecke efeu eiche eimer eis eisen ' +
  'elch elster ende engel ente enkel erbse erde ernte esche esel essig eule fabel faden fahne falke falter farbe ' +
  'farn fass feder feige feld fels fenster ferien fest feuer fichte finger fink fisch flagge flamme flasche flöte ' +
  'flügel fluss flut forelle freitag freund frosch frost frucht fuchs funke fuss gabel gans garten gasse gast ' +
  'geige geist gemse gerste giebel gipfel glas gletscher glocke glück gold graben gras grille gruss gurke gürtel ' +
  'hafen hafer hagel hahn hain halle hammer hand harfe hase hasel haus hecht hecke heft heide helm hemd herbst ' +
  'herd herz heu himmel hirsch hirte hobel hof höhle holz honig horn hose huf hügel hummel hund hut hütte igel ' +
  'insel iris jacke jahr januar juli juni kabel käfer kaffee kahn kalb kamel kamin kamm kanne karte käse kastanie ' +
  'kater katze kegel keller kerze kessel kette kiefer kies kind kirsche kissen kiste klee kleid knopf koch koffer ' +
  'kohle komet könig korb korn kran kranich kranz kreide kreis krone krug kuchen kuckuck kugel kuh kupfer lachs ' +
  'lack lager lamm lampe land laterne laub laube lauch leder lehm leiter lerche licht lied linde'
).split(' ');
