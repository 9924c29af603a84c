/** A group of people whose names, languages, and papers match. Ids refer to master data. */
export interface Background {
  weight: number;
  nationalityId: number;
  /** Native language of people born abroad. */
  languageId: number;
  /** Languages often spoken besides German and the native language. */
  furtherLanguageIds: readonly number[];
  /** Share of people who were born and went to school in Germany. */
  bornInGermany: number;
  /** Citizens of countries outside the EU need a work permit unless they were born in Germany. */
  needsWorkPermit: boolean;
  birthPlaces: readonly string[];
  schoolGraduation: string;
  male: readonly string[];
  female: readonly string[];
  last: readonly string[];
  /** Set if the ending depends on the gender of the person. */
  toFemaleLast?: (last: string) => string;
}

const GERMAN = 1;
const ENGLISH = 25;
const words = (text: string) => text.split(' ');

const polishFemale = (last: string) => last.replace(/(sk|ck|dzk)i$/, '$1a');

export const GERMAN_BACKGROUND: Background = {
  weight: 68,
  nationalityId: 276,
  languageId: GERMAN,
  furtherLanguageIds: [ENGLISH, 85, 9],
  bornInGermany: 1,
  needsWorkPermit: false,
  birthPlaces: words(
    'Berlin Hamburg München Köln Leipzig Dresden Hannover Bremen Nürnberg Rostock Kassel Dortmund',
  ),
  schoolGraduation: 'Mittlere Reife',
  male: words(
    'Andreas Thomas Michael Stefan Markus Jan Tobias Florian Sebastian Daniel Lukas Felix Uwe Jürgen Dirk Sven Kevin Marcel Philipp Niklas',
  ),
  female: words(
    'Sabine Petra Andrea Claudia Susanne Nicole Stefanie Julia Anna Laura Lena Sarah Katrin Melanie Jessica Birgit Anja Franziska Lisa Jana',
  ),
  last: words(
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger Hartmann Lange Werner Lehmann Köhler Maier Kaiser Fuchs Scholz Vogel Jansen Böhm',
  ),
};

export const BACKGROUNDS: readonly Background[] = [
  GERMAN_BACKGROUND,
  {
    weight: 26,
    nationalityId: 792,
    languageId: 32,
    furtherLanguageIds: [ENGLISH, 76],
    bornInGermany: 0.6,
    needsWorkPermit: true,
    birthPlaces: words('Istanbul Ankara İzmir Adana Gaziantep Kayseri Konya'),
    schoolGraduation: 'Lise diploması (Hochschulreife)',
    male: words('Mehmet Mustafa Ahmet Ali Hüseyin Emre Burak Murat Can Serkan Yusuf Deniz'),
    female: words('Ayşe Fatma Elif Zeynep Emine Merve Büşra Esra Derya Selin Yasemin Gül'),
    last: words('Yılmaz Kaya Demir Şahin Çelik Yıldız Öztürk Aydın Arslan Doğan Kılıç Koç Kurt Özdemir'),
  },
  {
    weight: 28,
    nationalityId: 616,
    languageId: 86,
    furtherLanguageIds: [ENGLISH, 35],
    bornInGermany: 0.15,
    needsWorkPermit: false,
    birthPlaces: words('Poznań Szczecin Wrocław Gdańsk Kraków Łódź Katowice Lublin Opole'),
    schoolGraduation: 'Matura',
    male: words('Piotr Krzysztof Tomasz Paweł Marcin Grzegorz Mateusz Jakub Łukasz Kamil Wojciech'),
    female: words('Anna Katarzyna Małgorzata Agnieszka Joanna Magdalena Ewa Monika Aleksandra Beata'),
    last: words(
      'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Mazur Krawczyk Piotrowski',
    ),
    toFemaleLast: polishFemale,
  },
  {
    weight: 20,
    nationalityId: 760,
    languageId: 49,
    furtherLanguageIds: [ENGLISH, 76, 32],
    bornInGermany: 0.05,
    needsWorkPermit: true,
    birthPlaces: words('Damaskus Aleppo Homs Hama Latakia Idlib'),
    schoolGraduation: 'Baccalaureate (Hochschulreife, anerkannt)',
    male: words('Mohammad Ahmad Omar Khaled Yousef Hassan Ibrahim Samer Anas Bilal'),
    female: words('Fatima Nour Rania Hala Amal Layla Samira Rasha Dima Hanan'),
    last: words('Al-Hassan Haddad Khalil Mansour Najjar Saleh Darwish Hamdan Ibrahim Kassem Nasser Sabbagh'),
  },
  {
    weight: 18,
    nationalityId: 804,
    languageId: 15,
    furtherLanguageIds: [35, ENGLISH, 86],
    bornInGermany: 0,
    needsWorkPermit: true,
    birthPlaces: words('Kyjiw Charkiw Odesa Lwiw Dnipro Saporischschja Poltawa'),
    schoolGraduation: 'Atestat (mittlere Allgemeinbildung)',
    male: words('Oleksandr Andrij Serhij Dmytro Mykola Iwan Wolodymyr Bohdan Taras Maksym'),
    female: words('Oksana Olena Natalija Iryna Tetjana Julija Kateryna Switlana Halyna Daryna'),
    last: words(
      'Schewtschenko Kowalenko Bondarenko Tkatschenko Krawtschuk Melnyk Olijnyk Lyssenko Moros Petrenko',
    ),
  },
  {
    weight: 14,
    nationalityId: 642,
    languageId: 43,
    furtherLanguageIds: [ENGLISH, 46],
    bornInGermany: 0.05,
    needsWorkPermit: false,
    birthPlaces: words('București Cluj-Napoca Timișoara Iași Brașov Sibiu Craiova'),
    schoolGraduation: 'Diplomă de bacalaureat',
    male: words('Andrei Alexandru Ionuț Mihai Florin Cristian Gabriel Marius Vasile'),
    female: words('Maria Elena Ioana Andreea Cristina Mihaela Alina Gabriela Simona'),
    last: words('Popescu Ionescu Popa Dumitru Stan Stoica Gheorghe Rusu Munteanu Matei Constantin Marin'),
  },
  {
    weight: 10,
    nationalityId: 191,
    languageId: 5,
    furtherLanguageIds: [ENGLISH, 20, 97],
    bornInGermany: 0.4,
    needsWorkPermit: false,
    birthPlaces: words('Zagreb Split Rijeka Osijek Zadar'),
    schoolGraduation: 'Svjedodžba (Mittelschule)',
    male: words('Ivan Marko Josip Luka Ante Tomislav Mario Nikola'),
    female: words('Ana Marija Ivana Petra Lucija Martina Mirela Katarina'),
    last: words('Horvat Kovačević Babić Marić Jurić Novak Kovačić Vuković Knežević Matić'),
  },
  {
    weight: 10,
    nationalityId: 4,
    languageId: 90,
    furtherLanguageIds: [17, ENGLISH],
    bornInGermany: 0,
    needsWorkPermit: true,
    birthPlaces: words('Kabul Herat Kandahar Masar-e-Scharif'),
    schoolGraduation: 'Schulabschluss Klasse 12',
    male: words('Ahmad Jawad Farid Reza Habib Nasir Zabihullah Omid'),
    female: words('Zahra Fatema Mariam Nilofar Shabnam Parwana Farzana'),
    last: words('Ahmadi Rahimi Hosseini Karimi Mohammadi Noori Sharifi Azizi Haidari'),
  },
  {
    weight: 6,
    nationalityId: 704,
    languageId: 27,
    furtherLanguageIds: [ENGLISH],
    bornInGermany: 0.4,
    needsWorkPermit: true,
    birthPlaces: words('Hanoi Haiphong Huế Vinh'),
    schoolGraduation: 'Abitur (Bằng tốt nghiệp)',
    male: words('Minh Tuan Hung Duc Long'),
    female: words('Linh Thuy Huong Mai Lan'),
    last: words('Nguyen Tran Le Pham Hoang Vu'),
  },
];
